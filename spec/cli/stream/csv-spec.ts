import { expect } from 'chai';
import { csv } from '../../../src/cli/stream/csv';
import { record } from '../support/records';

describe('csv', () => {
  it('has a header of the first object’s properties, once', () => {
    const { add, end } = csv.begin();
    const text = add([record({ id: 1, name: 'Ada' })]) + add([record({ name: 'Bob', id: 2 })]) + end();
    expect(text).to.equal('id,name\r\n1,Ada\r\n2,Bob\r\n');
  });

  it('is empty where there is no object', () => {
    const { add, end } = csv.begin();
    expect(add([]) + end()).to.equal('');
  });

  it('leaves a cell empty where an object lacks the property, also one called constructor', () => {
    const { add, losses } = csv.begin();
    const text = add([record({ constructor: 'a', toString: 'b', id: 1 }), record({ id: 2 })]);
    expect(text).to.equal('constructor,toString,id\r\na,b,1\r\n,,2\r\n');
    expect(losses(String)).to.deep.equal([]);
  });

  it('quotes names like values', () => {
    expect(csv.begin().add([record({ 'a,b': 1 })])).to.equal('"a,b"\r\n1\r\n');
  });

  it('tells of properties that the first object lacks', () => {
    const { add, losses } = csv.begin();
    add([record({ id: 1 }), record({ id: 2, team: 'Maps', seat: 4 }), record({ id: 3, team: 'Maps' })]);
    expect(losses(String)).to.deep.equal([
      'csv has no column for some properties of 2 objects: team, seat (ndjson and json keep them)',
    ]);
  });

  it('tells of fields beside the properties', () => {
    const { add, losses } = csv.begin();
    const text = add([{ rid: 'ri.1', properties: { id: 1 } }]);
    expect(text).to.equal('id\r\n1\r\n');
    expect(losses(String)).to.deep.equal([
      'csv has no column for fields beside the properties of 1 object: rid (ndjson and json keep them)',
    ]);
  });

  it('names ten of many', () => {
    const { add, losses } = csv.begin();
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, index]));
    add([record({ id: 1 }), record(many), record({ another: 1 })]);
    expect(losses(String)[0]).to.include('2 objects: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, …');
  });
});
