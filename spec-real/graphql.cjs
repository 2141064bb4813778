// A connection of Relay behind GraphQL over HTTP: node graphql.cjs PORT IDS
const { createServer } = require('node:http');
const { GraphQLID, GraphQLObjectType, GraphQLNonNull, GraphQLSchema } = require('graphql');
const { createHandler } = require('graphql-http/lib/use/http');
const { connectionArgs, connectionDefinitions, connectionFromArray } = require('graphql-relay');

const [port, ids] = process.argv.slice(2);
let items = JSON.parse(ids).map((id) => ({ id }));
const nodeType = new GraphQLObjectType({ name: 'Item', fields: { id: { type: GraphQLID } } });
const { connectionType } = connectionDefinitions({ nodeType });
const query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    items: {
      type: connectionType,
      args: connectionArgs,
      resolve: (_, args) => connectionFromArray(items, args),
    },
  },
});
const mutation = new GraphQLObjectType({
  name: 'Mutation',
  fields: {
    remove: {
      type: GraphQLID,
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_, { id }) => {
        items = items.filter((item) => item.id !== id);
        return id;
      },
    },
  },
});
createServer(createHandler({ schema: new GraphQLSchema({ query, mutation }) })).listen(
  Number(port),
  '127.0.0.1',
);
