import type { ServiceAnswer, Superseded, WalkError } from '../../index';
import type { Gate } from '../createGate';

/** The words of a service that a description of an error repeats. */
const words = ['errorName', 'errorCode', 'errorInstanceId'] as const;

/** An error as it may be shown: the client knows the secrets of its request, the gate those of the whole run. */
export const shownError = (error: WalkError | Superseded, { said }: Gate): WalkError | Superseded => {
  const answer: Partial<ServiceAnswer> = 'status' in error ? error : {};
  const shown = words.flatMap((name) => {
    const word = answer[name];
    return word === undefined ? [] : [[name, said(word)()] as const];
  });
  return { ...error, ...Object.fromEntries(shown) };
};
