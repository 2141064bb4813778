import { expect } from 'chai';
import { isSecretParameter } from '../../../src/model/secrets/secretParameter';

/** Names and values, one below the other as they stand in an address. */
const shown = `
  sort=nmae order_by=created sort_key=name limit=100 filter=status:open fields=id,name,email q=monkey author=ada
  keyword=tokens country_code=DE passenger=7 pinned=true since=2026-11-17T10:00:00.000Z created_after=2026-01-01
  page=2 offset=200 version=2026-11-17-preview include=assignees_and_milestones_2 repository=pagewalk
  expand=customer.subscriptions.items id=12345678`
  .trim()
  .split(/\s+/);

const hidden = `
  key=abc api_key=abc apiKey=abc X-Api-Key=abc apikey=abc access_token=abc token=abc sid=abc client_secret=abc
  password=abc passwd=abc pwd=abc sig=abc X-Amz-Signature=abc code=abc auth=abc oauth_nonce=abc session=abc
  sessionId=abc cursor=abc page_token=abc pageToken=abc after=abc starting_after=abc next=abc bookmark=abc
  X-Amz-Credential=abc jwt=abc u=4f9d8a7b6c5e4d3f2a1b id=6f1c2b1e-8d5e-4a67-9f0a-1b2c3d4e5f60
  X-CSRF=abc xsrf=abc
  x=Zk39qLmP27xTn4vRb8Wd w=AKIA7Q3X9L2M5N8P1R4T`
  .trim()
  .split(/\s+/);

describe('secretParameter', () => {
  it('law 14: what a user wrote may be named, unless its name or its looks say that it is a secret', () => {
    const isSecret = (field: string): boolean => {
      const [name = '', value = ''] = field.split('=');
      return isSecretParameter(name, value);
    };
    expect([...shown, 'q=monkey business'].filter(isSecret), 'hidden').to.deep.equal([]);
    expect(
      hidden.filter((field) => !isSecret(field)),
      'shown',
    ).to.deep.equal([]);
  });
});
