import * as O from 'fp-ts/Option';
import { counted } from '../terminal/text';
import { type Answer, tellAnswer } from './Answer';
import { both, broken, type Evidence, holds, largestIn, notSeen, type Rule, type Verdict } from './Rule';

const isRefused = (answer: Answer): answer is Extract<Answer, { readonly _tag: 'Refused' }> =>
  answer._tag === 'Refused';

/** A request without a credential has to be refused; no other error proves anything. */
const judgeAnonymous = (answer: O.Option<Answer>): Verdict => {
  if (O.isNone(answer)) return notSeen('there was no such page to ask for');
  if (answer.value._tag === 'Page') return broken(`the answer was ${tellAnswer(answer.value)}`);
  return isRefused(answer.value) && [401, 403].includes(answer.value.reading.status)
    ? holds(tellAnswer(answer.value))
    : notSeen(tellAnswer(answer.value));
};

const errorsIn = ({ stop, again, anonymousFirst, anonymousSecond, large, snapshot, madeUp }: Evidence) =>
  [
    ...(typeof stop === 'object' ? [stop] : []),
    ...[madeUp, anonymousFirst, anonymousSecond, again, large, snapshot.first, snapshot.second].flatMap((answer) =>
      O.isSome(answer) ? [answer.value] : [],
    ),
  ].filter(isRefused);

/** What a request may say, and what becomes of it. */
export const requestRules: ReadonlyArray<Rule> = [
  {
    id: 'maximum-page-size',
    section: '4.1, 8',
    text: 'a pageSize above the maximum is reduced to it',
    revisions: ['1.0'],
    judge: (evidence) => {
      const { large, pages } = evidence;
      if (O.isNone(large) || large.value._tag === 'Silent' || large.value._tag === 'NoPage') {
        return notSeen(O.isSome(large) ? tellAnswer(large.value) : 'the endpoint has no pageSize');
      }
      if (large.value._tag === 'Refused') return broken(`refused: ${tellAnswer(large.value)}`);
      const max = largestIn(evidence);
      if (large.value.count > max) {
        return broken(`${counted(large.value.count, 'object')} instead of at most ${counted(max, 'object')}`);
      }
      return pages.length > 1 ? holds(counted(large.value.count, 'object')) : notSeen('one page held all results');
    },
  },
  {
    id: 'snapshot',
    section: '4.5',
    text: 'snapshot is accepted',
    revisions: ['1.0'],
    judge: ({ snapshot: { first, second } }) => {
      const answers = [first, second].flatMap((answer) => (O.isSome(answer) ? [answer.value] : []));
      const other = answers.find(({ _tag }) => _tag !== 'Page');
      if (other !== undefined) return notSeen(`the endpoint may not support it: ${tellAnswer(other)}`);
      return answers.length > 0 ? holds() : notSeen('the endpoint has no snapshot');
    },
  },
  {
    id: 'snapshot-stable',
    section: '4.5',
    text: 'with snapshot, a page asked for twice is the same',
    revisions: ['1.0'],
    judge: ({ snapshot: { second, again } }) => {
      if (O.isNone(second) || O.isNone(again)) return notSeen('there was no second page');
      const [one, other] = [second.value, again.value];
      if (one._tag !== 'Page' || other._tag !== 'Page') return notSeen('the page could not be read twice');
      if (O.isSome(one.badRecord) || O.isSome(other.badRecord)) return notSeen('an object could not be read');
      return one.digest === other.digest ? holds() : broken('the objects differ');
    },
  },
  {
    id: 'authentication-first',
    section: '5.1',
    text: 'the first page is refused without a credential',
    revisions: ['2.0'],
    judge: ({ hasCredential, pages, anonymousFirst }) =>
      !hasCredential && pages.length > 0
        ? broken('the check had no credential, and was given pages')
        : judgeAnonymous(anonymousFirst),
  },
  {
    id: 'authentication-later',
    section: '5.1',
    text: 'a later page is refused without a credential',
    revisions: ['2.0'],
    judge: ({ hasCredential, pages, anonymousSecond }) =>
      !hasCredential && pages.length > 1
        ? broken('the check had no credential, and was given pages')
        : judgeAnonymous(anonymousSecond),
  },
  {
    id: 'authentication-enough',
    section: '5.1',
    text: 'the credential that opens the first page opens every page',
    revisions: ['2.0'],
    judge: ({ pages, stop }) => {
      if (typeof stop === 'object' && isRefused(stop) && stop.reading._tag === 'Unauthorized') {
        return broken(`page ${pages.length + 1}: ${tellAnswer(stop)}`);
      }
      return pages.length > 1 ? holds() : notSeen('there was no second page');
    },
  },
  {
    id: 'error-shape',
    section: '7.2',
    text: 'an error has errorCode and errorName (the conventions leave its shape open)',
    revisions: both,
    judge: (evidence) => {
      const errors = errorsIn(evidence);
      const other = errors.find(({ isShaped }) => !isShaped);
      if (other !== undefined) return notSeen(`another shape: ${tellAnswer(other)}`);
      return errors.length > 0 ? holds() : notSeen('there was no error');
    },
  },
];
