import type { HttpInterceptorFn } from '@angular/common/http';

export const tenant: HttpInterceptorFn = (request, next) =>
  next(request.clone({ setHeaders: { 'x-tenant': 'north' } }));
