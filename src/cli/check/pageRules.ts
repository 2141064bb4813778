import * as O from 'fp-ts/Option';
import { type Answer, type PageAnswer, tellAnswer } from './Answer';
import { both, broken, type Evidence, holds, notSeen, type Rule, type Verdict } from './Rule';

/** What was answered to requests beside the walk. */
const asked = ({ again, large, snapshot }: Evidence): ReadonlyArray<Answer> =>
  [again, large, snapshot.first, snapshot.second, snapshot.again].flatMap((answer) =>
    O.isSome(answer) ? [answer.value] : [],
  );

/** Every page that was seen, in the walk and beside it. */
const seen = (evidence: Evidence): ReadonlyArray<PageAnswer> => [
  ...evidence.pages,
  ...asked(evidence).filter((answer) => answer._tag === 'Page'),
];

/** Broken by the first page that breaks it, and not seen where there was no page that could. */
const everyPage =
  (problem: (page: PageAnswer) => string | undefined) =>
  (pages: ReadonlyArray<PageAnswer>): Verdict => {
    const found = pages.map(problem).find((text) => text !== undefined);
    if (found !== undefined) return broken(found);
    return pages.length > 0 ? holds() : notSeen('no page was seen');
  };

const isNotLast = ({ token }: PageAnswer): boolean => token === 'given' || token === 'empty' || token === 'too long';

/** What every page has to be, by itself. */
export const pageRules: ReadonlyArray<Rule> = [
  {
    id: 'envelope',
    section: '2.1',
    text: 'a page is JSON whose data is an array',
    revisions: both,
    judge: (evidence) => {
      const bad = [evidence.stop, ...asked(evidence)].find(
        (answer) => typeof answer === 'object' && answer._tag === 'NoPage',
      );
      return typeof bad === 'object' ? broken(tellAnswer(bad)) : everyPage(() => undefined)(seen(evidence));
    },
  },
  {
    id: 'token-type',
    section: '2.1',
    text: 'nextPageToken is a string, or null, or absent',
    revisions: both,
    judge: (evidence) =>
      everyPage(({ token }) => {
        if (token === 'too long') return 'a nextPageToken has more than 65,536 characters';
        return token === 'of a wrong type' ? 'a nextPageToken is of another type' : undefined;
      })(seen(evidence)),
  },
  {
    id: 'token-not-empty',
    section: '2.1.1',
    text: 'while more results exist, nextPageToken is not empty',
    revisions: both,
    judge: (evidence) => {
      const said = everyPage(({ token }) => (token === 'empty' ? 'a nextPageToken is the empty string' : undefined));
      const pages = seen(evidence).filter(isNotLast);
      return pages.length > 0 ? said(pages) : notSeen('one page held all results');
    },
  },
  {
    id: 'last-page',
    section: '2.1.2',
    text: 'the last page has no nextPageToken (revision 1.0: or null)',
    revisions: both,
    judge: ({ endpoint, pages, stop }) => {
      const last = pages[pages.length - 1];
      if (stop !== 'last page' || last === undefined) return notSeen('the walk did not reach a last page');
      if (last.token === 'null' && endpoint.revision === '2.0') return broken('nextPageToken is null');
      return last.token === 'null' || last.token === 'absent'
        ? holds(last.token)
        : notSeen('the walk did not reach a last page');
    },
  },
  {
    id: 'no-empty-page',
    section: '2.1.3',
    text: 'while more results exist, a page holds at least one',
    revisions: both,
    judge: (evidence) => {
      const pages = seen(evidence);
      if (!pages.some(isNotLast)) return notSeen('one page held all results');
      return everyPage((page) => (page.count === 0 && isNotLast(page) ? 'an empty page has a token' : undefined))(
        pages,
      );
    },
  },
  {
    id: 'records',
    section: '2.2',
    text: 'a record is an object with properties',
    revisions: both,
    judge: (evidence) => {
      const pages = seen(evidence).filter(({ count }) => count > 0);
      return everyPage(({ badRecord }) => O.toUndefined(badRecord))(pages);
    },
  },
  {
    id: 'scalars',
    section: '2.2',
    text: 'property values are scalars',
    revisions: ['1.0'],
    judge: (evidence) => {
      const pages = seen(evidence).filter(({ count }) => count > 0);
      return everyPage(({ nested }) => (O.isSome(nested) ? `${nested.value()} is not a scalar` : undefined))(pages);
    },
  },
];
