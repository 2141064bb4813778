import { type Either, left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  concat,
  concatMap,
  delay,
  ignoreElements,
  map,
  type Observable,
  type OperatorFunction,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { onRights, type Superseded, type WalkError } from '../../../src/index';
import { inMarbles } from '../../support/marbles';
import { operatorCases } from '../../support/operatorCases';
import { errorsAt } from '../../support/walkErrors';

type Result = Either<WalkError | Superseded, string>;

describe('onRights', () => {
  const { InvalidObject: invalid, TimedOut: ended } = errorsAt(O.none);
  const input: Record<string, Result> = {
    a: right('a'),
    b: right('b'),
    i: left(invalid),
    x: left(ended),
  };
  const output: Record<string, Result> = {
    A: right('A'),
    B: right('B'),
    i: left(invalid),
    x: left(ended),
  };
  const upper = map((text: string) => text.toUpperCase());
  const save = concatMap((text: string) => timer(3).pipe(map(() => text.toUpperCase())));

  operatorCases<Result, Result>(() => onRights(upper), input, output, [
    {
      what: 'an operator that is done at once changes no time',
      source: '--a--i--b--(x|)',
      expected: '--A--i--B--(x|)',
    },
    { what: 'one value', source: '-a-|', expected: '-A-|' },
  ]);

  const through = (
    what: string,
    operator: OperatorFunction<string, string>,
    source: string,
    expected: string,
  ): void => {
    it(what, () =>
      inMarbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, input).pipe(onRights(operator))).toBe(expected, output);
      }),
    );
  };

  through('an invalid object passes by at once', save, '--a-i---|', '----iA--|');
  through(
    'a Left that ends a walk comes after all that is under way',
    save,
    'ab(x|)',
    '---A--(Bx|)',
  );
  through(
    'the end waits for what the operator delays',
    (values) => values.pipe(delay(4), upper),
    'a(x|)',
    '----(Ax|)',
  );
  through('completion waits for the operator too', save, 'a|', '---(A|)');

  it('Superseded ends a walk; a Left that mapLeft has made does not', () =>
    inMarbles(({ cold, expectObservable }) => {
      const values = {
        ...input,
        s: left({ _tag: 'Superseded', id: 'w' }),
        t: left('timed out'),
        u: left(undefined),
      };
      const given = { ...output, s: values.s, t: values.t, u: values.u };
      expectObservable(cold<Either<unknown, string>>('a(s|)', values).pipe(onRights(save))).toBe(
        '---(As|)',
        given,
      );
      expectObservable(cold<Either<unknown, string>>('atu|', values).pipe(onRights(save))).toBe(
        '-tu(A|)',
        given,
      );
    }));

  it('an operator that completes early leaves the walk', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-a-b-a-b|', input);
      expectObservable(source.pipe(onRights(take(2)))).toBe('-a-(b|)', input);
      expectSubscriptions(source.subscriptions).toBe('^--!');
      const unasked = cold('-a|', input);
      expectObservable(unasked.pipe(onRights(take(0)))).toBe('|');
      expectSubscriptions(unasked.subscriptions).toBe([]);
    }));

  it('an exception of the operator goes to the error channel and leaves the walk', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('-a-b|', input);
      const thrown = new Error('of the program');
      const broken = map((text: string) => {
        if (text === 'b') throw thrown;
        return text;
      });
      expectObservable(source.pipe(onRights(broken))).toBe('-a-#', input, thrown);
      expectSubscriptions(source.subscriptions).toBe('^--!');
    }));

  it('an operator that begins later misses nothing', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('ai(x|)', input);
      const later = (values: Observable<string>) =>
        concat(timer(3).pipe(ignoreElements()), values.pipe(upper));
      expectObservable(source.pipe(onRights(later))).toBe('---Ai(x|)', output);
      expectSubscriptions(source.subscriptions).toBe('---^-!');
    }));

  it('work that never ends holds the end back, and unsubscribing leaves it', () =>
    inMarbles(({ cold, expectObservable, expectSubscriptions }) => {
      const work = cold('-');
      const source = cold('a(x|)', input);
      expectObservable(source.pipe(onRights(switchMap(() => work))), '^---!').toBe('-----', output);
      expectSubscriptions(work.subscriptions).toBe('^---!');
    }));
});
