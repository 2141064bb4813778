import { expect } from 'chai';
import { announcement } from '../../../src/cli/commands/serve';

const announced = {
  url: 'http://127.0.0.1:8080',
  ontologyRid: 'ri.o',
  apiFamily: 'demo',
  types: { employee: 2_500, event: 1 },
};

describe('announcement', () => {
  it('says everything that is needed to use the service', () => {
    expect(announcement({ ...announced, token: 'made-up' })).to.deep.equal([
      'serving at http://127.0.0.1:8080',
      'ontology rid  ri.o',
      'api family    demo',
      'object types  employee (2,500 objects), event (1 object)',
      'token         made-up',
      'stop it with Ctrl-C',
    ]);
  });

  it('does not tell a token that whoever started the service knows', () => {
    expect(announcement({ ...announced, token: undefined }).join('\n')).to.not.include('token');
  });
});
