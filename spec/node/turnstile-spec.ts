import { expect } from 'chai';
import { BehaviorSubject, NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { turnstile } from '../../src/node/turnstile';

const never = (): never => {
  throw new Error('not expected');
};

describe('turnstile', () => {
  it('is open at once where the demand has come, for one value, and tells nobody', () => {
    let asked = 0;
    const ready = new Observable<void>((subscriber) => {
      asked += 1;
      subscriber.next();
      subscriber.next();
    });
    const gate = turnstile({ ready }, never, never);
    expect(gate.isOpen()).to.equal(true);
    expect(gate.isOpen()).to.equal(true);
    expect(asked).to.equal(1);
    gate.pass();
    expect(gate.isOpen()).to.equal(true);
    expect(asked).to.equal(2);
  });

  it('opens when the demand comes, tells it once, and asks for no more than one', () => {
    const ready = new Subject<void>();
    let told = 0;
    const gate = turnstile({ ready }, () => told++, never);
    expect([gate.isOpen(), gate.isOpen()]).to.deep.equal([false, false]);
    ready.next();
    expect([told, gate.isOpen(), ready.observed]).to.deep.equal([1, true, false]);
    ready.next();
    gate.pass();
    expect([told, gate.isOpen(), ready.observed]).to.deep.equal([1, false, true]);
  });

  it('does not stay with a demand that goes on after it has come', () => {
    const ready = new BehaviorSubject(undefined);
    expect([turnstile({ ready }, never, never).isOpen(), ready.observed]).to.deep.equal([true, false]);
  });

  it('stays shut where the demand ends without coming', () => {
    const gate = turnstile({ ready: of() }, never, never);
    expect([gate.isOpen(), gate.isOpen()]).to.deep.equal([false, false]);
  });

  it('passes on what the demand throws', () => {
    const thrown: Array<unknown> = [];
    const gate = turnstile({ ready: throwError(() => 'boom') }, never, (error) => thrown.push(error));
    expect([gate.isOpen(), thrown]).to.deep.equal([false, ['boom']]);
  });

  it('waits no longer once it is closed', () => {
    const ready = new Subject<void>();
    const gate = turnstile({ ready }, never, never);
    gate.isOpen();
    gate.close();
    expect(ready.observed).to.equal(false);
    turnstile({ ready: NEVER }, never, never).close();
  });
});
