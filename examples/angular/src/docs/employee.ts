import * as t from 'io-ts';

export const Employee = t.type({ id: t.number, name: t.string });
