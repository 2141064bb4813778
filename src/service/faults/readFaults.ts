import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Fault } from './Fault';
import { faultProblems } from './faultProblems';

const problemsOf = (fault: unknown): ReadonlyArray<string> => {
  if (!t.UnknownRecord.is(fault)) return ['a fault must be an object with a type'];
  const { type, ...values } = fault;
  return faultProblems(type, Object.entries(values));
};

/** Faults that come from outside, or everything that is wrong with them. */
export const readFaults = (faults: unknown): E.Either<ReadonlyArray<string>, ReadonlyArray<Fault>> => {
  if (!Array.isArray(faults)) return E.left(['faults must be an array']);
  const problems = faults.flatMap(problemsOf);
  return problems.length > 0 ? E.left(problems) : E.right([...(faults as ReadonlyArray<Fault>)]);
};
