import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../src/service/index';
import { root } from '../../textFiles';
import { checkExamples } from './checkExamples';
import { startExampleServer } from './exampleServer';
import { examplesIn } from './examples';

const origin = 'docs/recipes/opentelemetry.md';

// Appended to the example, whose `observe` is in scope: a meter that adds everything up.
const program = `
const sums = new Map<string, number>();
const sum = (name: string) => (value: number, attributes: Attributes) => {
  const series = [name, ...Object.values(attributes)].join(' ');
  sums.set(series, (sums.get(series) ?? 0) + value);
};
const summing: MeterLike = {
  createCounter: (name) => ({ add: sum(name) }),
  createUpDownCounter: (name) => ({ add: sum(name) }),
  createHistogram: (name) => ({ record: (_, attributes) => sum(name)(1, attributes) }),
};

const restless = createClient({
  transport: axiosTransport({ baseURL: 'https://objects.example.com' }),
  retry: { baseDelay: 1 },
});
observe(restless, provider.getTracer('pagewalk'), summing, (span) => trace.setSpan(context.active(), span));
exporter.reset();
const walk$ = restless.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' });
await lastValueFrom(walk$);
await firstValueFrom(walk$);
await lastValueFrom(restless.list({ ontologyRid: 'ri.ontology.main', objectType: 'nobody' }));

for (const [series, value] of sums) console.log(series, value);
for (const { name, status } of exporter.getFinishedSpans()) {
  if (status.code === failed) console.log(\`\${name}: \${status.message?.slice(0, 11)}\`);
}
// Logs:
// pagewalk.walks.active listObjects 0
// pagewalk.objects listObjects 2600
// pagewalk.page.duration listObjects 26
// pagewalk.retries listObjects HttpFailure 1
// pagewalk.walks listObjects done 1
// pagewalk.walks listObjects left 1
// pagewalk.walks listObjects HttpFailure 1
// page: HttpFailure
// page: HttpFailure
// walk listObjects: HttpFailure
`;

describe(origin, () => {
  let server: Service;

  before(async () => {
    server = await startExampleServer();
  });

  after(() => server.close());

  it('counts walks, objects and retries, and marks the spans of what failed', async () => {
    const examples = examplesIn(origin, readFileSync(join(root, origin), 'utf8')).map((example) => ({
      ...example,
      code: `import { firstValueFrom } from 'rxjs'; ${example.code.slice(0, example.code.indexOf('const [request'))}${program}`,
    }));
    server.setFaults([{ type: 'unavailable', at: 30 }]);
    expect(await checkExamples('opentelemetry', examples, server.url)).to.deep.equal([[]]);
  });
});
