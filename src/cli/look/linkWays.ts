import type { Role } from '../../model/conventions/Convention';
import { isFields } from '../../model/json/Fields';
import { called, type Evidence, isCursor, type RoleSign, seenAs, type Sign } from './Evidence';
import { bodyAt } from './items';
import type { PageWay, WayFinder } from './PageWay';

/** Names of what is a link, which may be relative in any way. */
const linkWords = /link|ur[il]|href|path|view|__next/i;

const linkWay = (text: string, what: string, isNext: boolean): PageWay => ({
  scheme: 'link',
  what,
  options: { link: text === 'link:next' || text },
  guess: isNext ? undefined : `--link ${text} is a guess: no link is there now`,
  isNext,
  isNamed: true,
});

/** What is called next, whatever it is. */
const nextSigns = ({ signs }: Evidence, isWanted: (sign: Sign) => boolean) =>
  seenAs(signs, ['nextLink'], isWanted, () => true);

/** What is called next, where it is an object, and what in it has this role. */
export const nextParts = (given: Evidence, role: Role): ReadonlyArray<ReadonlyArray<RoleSign>> =>
  nextSigns(given, ({ isThere, isOf }) => isThere && isOf('object')).map((next) =>
    seenAs(next.parts(), [role], isCursor),
  );

export const nextLinks: WayFinder = (given) => {
  const isLink = (sign: Sign): boolean =>
    sign.isThere &&
    (sign.isOf('address') || (sign.isOf('text') && linkWords.test(sign.path.join(' '))));
  // Sentry has a link on every page, and says there whether it leads to anything.
  const isEndless = called(given.signs, 'link').some(
    ({ place, value }) => place === 'header' && /; *results="/.test(String(value)),
  );
  const header = called(given.signs, 'link:next').map(() => ({
    ...linkWay('link:next', 'a Link header that leads to the next page', true),
    ...(isEndless && { options: { link: true as const, untilEmpty: true } }),
  }));
  return [
    ...header,
    ...[...nextSigns(given, isLink), ...nextParts(given, 'linkPart').flat().filter(isLink)].map(
      ({ text }) => linkWay(text, `a link to the next page at ${text}`, true),
    ),
  ];
};

/** Lists of links, as FHIR and OGC services have them; the last page has one without a link to the next. */
export const listsOfLinks: WayFinder = ({ signs, response }) =>
  signs.flatMap(({ name, text, links }) => {
    // Beside the `servers` of OpenStack are `servers_links`.
    const found = /(^|_)links?$/.test(name) ? links() : undefined;
    if (found === undefined) return [];
    const link = `${text}[${found.rel}=next].${found.href}`;
    // FHIR reports errors as an OperationOutcome.
    const isFhir = bodyAt(response?.body, ['resourceType']) === 'Bundle';
    return [
      {
        ...linkWay(link, '', true),
        what: `a list of links at ${text}${found.hasNext ? '' : ', none of them to a next page'}`,
        isNext: found.hasNext,
        ...(isFhir && { options: { link, errors: 'issue' } }),
      },
    ];
  });

/** On a single page the link to the next one is null, or left out: of the links of HAL, of a page of ActivityPub. */
export const noLinks: WayFinder = (given) => {
  const body = given.response?.body;
  const isHal = isFields(bodyAt(body, ['_links', 'self']));
  const isActivity = /^(Ordered)?CollectionPage$/.test(
    JSON.stringify(bodyAt(body, ['type']) ?? '').slice(1, -1),
  );
  return [
    ...nextSigns(given, ({ value }) => value === null).map(({ text }) => text),
    ...(isHal ? ['_links.next.href'] : []),
    ...(isActivity ? ['next'] : []),
  ].map((text) => linkWay(text, 'no link to a next page: this seems to be the only one', false));
};
