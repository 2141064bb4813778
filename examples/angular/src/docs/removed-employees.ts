import { HttpClient } from '@angular/common/http';
import { inject } from '@angular/core';
import { walkResource } from 'pagewalk/angular';
import { Employee, employees } from './employee';

/** A component, without its decorator. */
export class RemovedEmployees {
  private readonly http = inject(HttpClient);
  readonly list = walkResource({
    stream: ({ client }) => client.objects(employees, { codec: Employee }),
    key: (employee) => employee.id,
  });

  remove(id: number): void {
    const removed = this.list.edit.remove(id);
    this.http
      .delete(`/employees/${id}`)
      .subscribe({ next: removed.commit, error: removed.rollback });
  }
}
