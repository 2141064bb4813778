/** The two addresses of the conventions that the courses are read from. */
export const ontologyRid = 'ri.ontology.bench';
export const objectType = 'thing';
export const apiFamily = 'bench';
export const listPath = `/api/v1/ontologies/${ontologyRid}/objects/${objectType}`;
export const searchPath = `/api/${apiFamily}/v1/objects/types/${objectType}/search`;
