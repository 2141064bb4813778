/** What is known of the service with demo data that is started where none is named. It fills in what the arguments leave out. */
export const embedded = {
  ontologyRid: 'ri.ontology.main',
  apiFamily: 'demo',
  listType: 'employee',
  searchType: 'person',
  /** A type with more objects than a list walk hands out. */
  largeType: 'event',
};
