import { asyncScheduler, ReplaySubject, type Subscription } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type { ServedRequest } from '../../../src/service/index';
import { memoryService } from '../../../src/testing/index';
import type { DoorOptions, Result, Script, Transcript } from './Script';
import { seenOf } from './seenOf';
import { shortly } from './shortly';

interface Begun {
  readonly result: ReplaySubject<Result>;
  readonly sent: Subscription;
}

/** Runs a script through memory, in virtual time. */
export const throughMemory = (options: DoorOptions, script: Script): Transcript => {
  const results: Array<Result> = [];
  const served: Array<ServedRequest> = [];
  let time = NaN;

  new TestScheduler(() => undefined).run(() => {
    const service = memoryService({ ...options, onRequest: (request) => void served.push(request) });
    const acts = script(service);
    const begun: Array<Begun> = [];

    const goOn = (heard?: Result): void => {
      if (heard !== undefined) results.push(heard);
      const { value, done } = acts.next(heard);
      if (done === true) {
        time = asyncScheduler.now();
      } else if ('ask' in value) {
        service.transport(value.ask).subscribe(goOn);
      } else if ('askLate' in value) {
        service.transport(value.askLate).subscribe(goOn);
      } else if ('wait' in value) {
        asyncScheduler.schedule(() => {
          goOn();
        }, value.wait);
      } else if ('begin' in value) {
        const result = new ReplaySubject<Result>();
        begun.push({ result, sent: service.transport(value.begin).subscribe(result) });
        goOn();
      } else {
        const first = begun.shift();
        if ('finish' in value) {
          first?.result.subscribe(goOn);
        } else {
          first?.sent.unsubscribe();
          goOn();
        }
      }
    };
    goOn();
  });
  return { short: results.map(shortly), results: results.map(seenOf), served, time };
};
