import { expectTypeOf } from 'expect-type';
import type { PathNames } from '../../../src/model/endpoints/path';

expectTypeOf<PathNames<'/api/v1/ontologies/{ontologyRid}/objects/{objectType}'>>().toEqualTypeOf<
  'ontologyRid' | 'objectType'
>();
expectTypeOf<PathNames<'/{a}/{b}/{c}'>>().toEqualTypeOf<'a' | 'b' | 'c'>();
expectTypeOf<PathNames<'/api/all'>>().toEqualTypeOf<never>();
