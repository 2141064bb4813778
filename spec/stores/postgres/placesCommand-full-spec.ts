import { placesRunbook } from '../../cli/support/placesRunbook';
import { withPlaces } from './support/places';

describe('pagewalk places of Postgres', () => {
  it('shows and changes the walks of DATABASE_URL', () =>
    withPlaces((places, { url }) => placesRunbook(places, 'DATABASE_URL', { DATABASE_URL: url })));
});
