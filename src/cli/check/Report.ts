import type { Endpoint } from '../../index';
import { counted, printableLine } from '../terminal/text';
import { type Gathered, objectsGathered, rules, type Status, type Verdict } from './rules';

export interface Finding extends Verdict {
  readonly id: string;
  readonly section: string;
  readonly rule: string;
}

export interface Report {
  readonly endpoint: string;
  readonly revision: Endpoint['revision'];
  readonly objectTypes: ReadonlyArray<string>;
  readonly pages: number;
  readonly objects: number;
  readonly rules: ReadonlyArray<Finding>;
}

const weight: Readonly<Record<Status, number>> = { broken: 2, holds: 1, 'not seen': 0 };

/** A rule that one object type breaks is broken; one that any type has put to the test is seen. */
const weightiest = (verdicts: ReadonlyArray<Verdict>): Verdict =>
  verdicts.reduce((one, other) => (weight[other.status] > weight[one.status] ? other : one));

/** Judges every rule of an endpoint's revision by what was seen of each object type. */
export const judge = (endpoint: Endpoint, seen: Readonly<Record<string, Gathered>>): Report => {
  const evidence = Object.values(seen);
  return {
    endpoint: endpoint.name,
    revision: endpoint.revision,
    objectTypes: Object.keys(seen),
    pages: evidence.reduce((sum, { pages }) => sum + pages.length, 0),
    objects: evidence.reduce((sum, one) => sum + objectsGathered(one), 0),
    rules: rules
      .filter(({ revision }) => revision === 'both' || revision === endpoint.revision)
      .map(({ id, section, text, judge }) => ({
        id,
        section,
        rule: text,
        ...weightiest(evidence.map(judge)),
      })),
  };
};

export const isKept = ({ rules: findings }: Report): boolean =>
  findings.every(({ status }) => status !== 'broken');

const colours: Readonly<Record<Status, string>> = { holds: '32', broken: '31;1', 'not seen': '2' };

const row = ({ status, section, rule, detail }: Finding, isColoured: boolean): string => {
  const word = status.padEnd(10);
  const shown = isColoured ? `\x1b[${colours[status]}m${word}\x1b[0m` : word;
  const why = detail === '' || status === 'holds' ? '' : `: ${detail}`;
  return `${status === 'broken' ? '✗' : ' '} ${shown}${section.padEnd(8)}${rule}${why}`;
};

const brokenFirst = (one: Finding, other: Finding): number =>
  Number(other.status === 'broken') - Number(one.status === 'broken');

/** A report for people: a line for each rule, broken ones first, then in the order of the conventions. */
export const reportTable = (report: Report, isColoured: boolean): string => {
  const { endpoint, revision, objectTypes, pages, objects, rules } = report;
  const count = (wanted: Status): number => rules.filter(({ status }) => status === wanted).length;
  return [
    `${endpoint}, revision ${revision}: ${printableLine(objectTypes.join(', '))} (${counted(objects, 'object')} in ${counted(pages, 'page')})`,
    ...[...rules].sort(brokenFirst).map((finding) => row(finding, isColoured)),
    `  ${count('holds')} hold, ${count('broken')} broken, ${count('not seen')} not seen`,
    '',
  ].join('\n');
};
