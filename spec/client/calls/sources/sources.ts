import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type DurableStart, walkCalls } from '../../../../src/index';
import type { PageStream } from '../../../support/pages';

/** What there is in every source: 40 names. */
export const names = Array.from(
  { length: 40 },
  (_, index) => `item-${String(index).padStart(2, '0')}`,
);
const perPage = 4;

/** Hears the cursor of each call. */
type Hear = (cursor: unknown) => void;

/** An MCP server in memory that lists its tools by pages. */
const tools = async (): Promise<Client> => {
  const { server } = new McpServer(
    { name: 'tools', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }): ListToolsResult => {
    const from = Number(params?.cursor ?? 0);
    const page = names.slice(from, from + perPage);
    const next = from + perPage < names.length && { nextCursor: String(from + perPage) };
    return { tools: page.map((name) => ({ name, inputSchema: { type: 'object' } })), ...next };
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'walk', version: '1.0.0' });
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
};

const mcp = async (hear: Hear) => {
  const client = await tools();
  return (start: DurableStart): PageStream<string> =>
    walkCalls({
      ...start,
      name: 'tools',
      call: (cursor: string | undefined, signal) => {
        hear(cursor);
        return client.listTools({ cursor }, { signal });
      },
      items: (page) => page.tools.map(({ name }) => name),
      next: (page) => page.nextCursor,
    });
};

/** Each generator begins where it is told; only its first page is taken. */
async function* pagesFrom(
  from: number,
): AsyncGenerator<{ readonly page: ReadonlyArray<string>; readonly to: number }> {
  for (let at = from; at < names.length; at += perPage) {
    yield await Promise.resolve({ page: names.slice(at, at + perPage), to: at + perPage });
  }
}

const generator = (hear: Hear) =>
  Promise.resolve((start: DurableStart): PageStream<string> =>
    walkCalls({
      ...start,
      name: 'generator',
      call: (cursor: number | undefined) => {
        hear(cursor);
        return pagesFrom(cursor ?? 0);
      },
      items: ({ page }) => page,
      next: ({ to }) => (to < names.length ? to : undefined),
    }),
  );

/** What is used of the AWS SDK, which spec-real installs. */
interface Scanned {
  readonly Items?: ReadonlyArray<{ readonly id: { readonly S: string } }>;
  readonly LastEvaluatedKey?: Readonly<Record<string, unknown>>;
}
interface Aws {
  readonly DynamoDBClient: new (options: object) => {
    send(command: object, options: { readonly abortSignal: AbortSignal }): Promise<Scanned>;
  };
  readonly ScanCommand: new (input: object) => object;
}

const dynamodb = (hear: Hear, endpoint?: string) => {
  const require = createRequire(join(process.cwd(), 'spec-real', 'package.json'));
  const { DynamoDBClient, ScanCommand } = require('@aws-sdk/client-dynamodb') as Aws;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'made-up' };
  // The walk repeats failed calls by itself.
  const client = new DynamoDBClient({ endpoint, region: 'r', credentials, maxAttempts: 1 });
  return Promise.resolve((start: DurableStart): PageStream<string> =>
    walkCalls({
      ...start,
      name: 'scan',
      request: { TableName: 'items' },
      call: (ExclusiveStartKey: Scanned['LastEvaluatedKey'], abortSignal) => {
        hear(ExclusiveStartKey);
        return client.send(
          new ScanCommand({ TableName: 'items', Limit: perPage, ExclusiveStartKey }),
          { abortSignal },
        );
      },
      items: ({ Items = [] }) => Items.map(({ id }) => id.S),
      next: ({ LastEvaluatedKey }) => LastEvaluatedKey,
    }),
  );
};

export const sources = { mcp, generator, dynamodb };
