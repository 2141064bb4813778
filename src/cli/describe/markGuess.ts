import { type FirstAnswer, isObject } from './looked';

/** What items call the time of their last change, and what requests call the time to ask from. */
const changeNames = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i;
const sinceNames = /^((last_?)?(updated|modified|changed)_?)?(since|after)$/i;

/** How to ask only for what is new, where the items and the address look as if one could. */
export const markGuess = (
  { query }: FirstAnswer,
  item: unknown,
  mayShow: (name: string) => boolean,
): ReadonlyArray<string> => {
  const field = Object.keys(isObject(item) ? item : {}).find((name) => changeNames.test(name) && mayShow(name));
  const parameter = [...(query?.keys() ?? [])].find((name) => sinceNames.test(name) && mayShow(name));
  if (field === undefined || parameter === undefined) return [];
  const options = `--mark ${field}=${parameter} -o FILE --resume`;
  return [`a guess: ${options} would read only what is new in each later run, if the items are sorted by ${field}`];
};
