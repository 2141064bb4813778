import { counted, printable } from '../terminal/text';
import type { Finding, Report } from './Report';
import type { Status } from './Rule';

const colours: Readonly<Record<Status, string>> = { holds: '32', broken: '31;1', 'not seen': '2' };

const painted = (text: string, status: Status, isColoured: boolean): string =>
  isColoured ? `\x1b[${colours[status]}m${text}\x1b[0m` : text;

const row = ({ status, section, rule, detail }: Finding, isColoured: boolean): string =>
  [
    '  ',
    painted(status.padEnd(10), status, isColoured),
    section.padEnd(8),
    rule,
    ...(detail === '' || status === 'holds' ? [] : [`: ${detail}`]),
  ].join('');

const total = ({ rules }: Report): string => {
  const count = (wanted: Status): number => rules.filter(({ status }) => status === wanted).length;
  return `  ${count('holds')} hold, ${count('broken')} broken, ${count('not seen')} not seen`;
};

/** A report for people: a line for each rule, in the order of the conventions. */
export const reportTable = (report: Report, isColoured: boolean): string => {
  const { endpoint, revision, objectTypes, pages, objects, rules } = report;
  return [
    `${endpoint}, revision ${revision}: ${printable(objectTypes.join(', '))} (${counted(objects, 'object')} in ${counted(pages, 'page')})`,
    ...rules.map((finding) => row(finding, isColoured)),
    total(report),
    '',
  ].join('\n');
};
