import { wholeNumber } from './million.mjs';
import { objects } from './objects.mjs';

/** A page of employees by its offset, sorted and filtered: `/staff?offset=50&limit=25&sort=name&name=Ka`. */
export const staffAt = (url) => {
  const { searchParams } = new URL(url, 'http://localhost');
  const [sort, name] = [searchParams.get('sort'), searchParams.get('name') ?? ''];
  const found = objects.employee.filter((employee) => employee.name.startsWith(name));
  if (sort === 'name') found.sort((one, other) => (one.name < other.name ? -1 : 1));
  const [offset, limit] = [wholeNumber(searchParams.get('offset'), 0), wholeNumber(searchParams.get('limit'), 25)];
  return { offset, page: { data: found.slice(offset, offset + limit), total: found.length } };
};
