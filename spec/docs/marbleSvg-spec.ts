import { expect } from 'chai';
import fc from 'fast-check';
import { marbleSvg } from '../../scripts/docs/marbleSvg.mjs';
import { docComments, fencedBlocks } from '../package/examples/fencedBlocks';
import { textFiles } from '../textFiles';

interface Drawn {
  readonly name: string;
  readonly text: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
}

/** The elements of an SVG with their classes and texts, in the order in which they are drawn. */
const elements = (svg: string): ReadonlyArray<Drawn> =>
  [...svg.matchAll(/<(rect|line|path|text)([^>]*)>([^<]*)/g)].map(
    ([, name = '', attributes = '', text = '']) => {
      const attribute = (key: string): string =>
        new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      return {
        name,
        text,
        kind: attribute('class'),
        x: Number(attribute('x') || attribute('x1')),
        y: Number(attribute('y') || attribute('y1')),
      };
    },
  );

const drawn = (...lines: ReadonlyArray<string>): ReadonlyArray<Drawn> => {
  const svg = marbleSvg(`${lines.join('\n')}\n`);
  if (svg === undefined) throw new Error('it is not read as a marble diagram');
  return elements(svg);
};

const texts = (all: ReadonlyArray<Drawn>, kind: string): ReadonlyArray<string> =>
  all.filter((one) => one.kind === kind).map(({ text }) => text);

const count = (all: ReadonlyArray<Drawn>, kind: string): number =>
  all.filter((one) => one.kind === kind).length;

describe('a marble diagram', () => {
  it('is values on a line, an operator in a box, and a bar at the end', () => {
    const all = drawn(
      '--a--x--b--(y|)     a, b: Right   x, y: Left',
      '    rights()',
      '--a-----b--|',
    );
    expect(texts(all, 'value')).to.deep.equal(['a', 'x', 'b', 'y', 'a', 'b']);
    expect(texts(all, 'operation')).to.deep.equal(['rights()']);
    expect(texts(all, 'note')).to.deep.equal(['a, b: Right', 'x, y: Left']);
    expect([count(all, 'time'), count(all, 'operator'), count(all, 'end')]).to.deep.equal([
      2, 1, 2,
    ]);
  });

  it('shows Lefts as what its legend says they are, and a cross where the stream fails', () => {
    const all = drawn(
      '--a--i--b--(x|)     a, b: Right   i: Left(InvalidObject)   x: any other Left',
      '--a-----b--#',
    );
    expect([count(all, 'marble'), count(all, 'marble left')]).to.deep.equal([4, 2]);
    expect([count(all, 'end'), count(all, 'end failed')]).to.deep.equal([1, 1]);
  });

  it('keeps what happens at the same moment in the same column', () => {
    const all = drawn(
      'fetchPage(none)      --a|',
      'fetchPage(some(2))     --b|',
      'fetchPage(some(3))       --c|',
      'walkPages(fetchPage) --a-b-(c|)',
    );
    expect(texts(all, 'label')).to.have.lengthOf(4);
    const values = all.filter(({ kind }) => kind === 'value');
    const xs = (name: string): ReadonlyArray<number> =>
      values.filter(({ text }) => text === name).map(({ x }) => x);
    for (const name of ['a', 'b', 'c']) expect(new Set(xs(name)).size, name).to.equal(1);
    expect(xs('a')[0]).to.be.below(xs('b')[0] ?? 0);
  });

  it('has groups, values with numbers, pauses, and values side by side', () => {
    const all = drawn(
      'pages    a-----------b-----------c          two objects a page',
      'objects  (12)--------(34)--------(56)',
      'work     1----2----  3----4----  5----6----',
      '                ↑ one is held: page b is asked for while it is worked on',
    );
    expect(texts(all, 'value').slice(3, 6)).to.deep.equal(['12', '34', '56']);
    expect(count(all, 'time')).to.equal(5);
    expect(count(all, 'pointer')).to.equal(1);
    expect(texts(drawn('walk   --a1--b1--|'), 'value')).to.deep.equal(['a1', 'b1']);
    expect(texts(drawn('walk    abcdef|'), 'value')).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(texts(drawn('  -----iA-----B(x|)'), 'value')).to.deep.equal(['i', 'A', 'B', 'x']);
    expect(count(drawn('--a--(|)'), 'end')).to.equal(1);
  });

  it('takes annotations at the end of a line, spans below it, calls, and lines of other things', () => {
    const polite = drawn(
      'asked     abc---d--|            polite({ concurrent: 2 })',
      'b         --(429)',
      '            ^---------^         nobody starts, though there is room',
    );
    expect(texts(polite, 'note')).to.deep.equal([
      'polite({ concurrent: 2 })',
      'nobody starts, though there is room',
    ]);
    expect(texts(polite, 'value')).to.include('429');
    expect(count(polite, 'pointer')).to.equal(1);
    const readable = drawn('read()    r-----r-----r--destroy()');
    expect(texts(readable, 'call')).to.deep.equal(['destroy()']);
    const states = drawn(
      'loadMore()          m---------m-------',
      'status     loading  idle  loading  end',
    );
    expect(texts(states, 'label')).to.deep.equal(['loadMore()', 'status']);
    expect(texts(states, 'note')).to.deep.equal(['loading', 'idle', 'loading', 'end']);
  });

  it('shows work that takes time as wide as it is, also where two diagrams stand side by side', () => {
    const all = drawn(
      'readAhead 0            readAhead 1',
      'fetch  [-1--]  [-2--]  fetch  [-1--][-2--]|',
    );
    expect(texts(all, 'value')).to.deep.equal(['1', '2', '1', '2']);
    expect(texts(all, 'note')).to.deep.equal(['readAhead 1', 'fetch']);
    expect([count(all, 'span'), count(all, 'end')]).to.deep.equal([4, 1]);
  });

  it('says its text to those who do not see it, and its own colours nowhere', () => {
    const svg = marbleSvg('--a--<b>|\n--a--b--|   "a" & <b>\n') ?? '';
    expect(svg).to.include('role="img"');
    expect(svg).to.include(
      '<desc>--a--&lt;b&gt;|\n--a--b--|   &quot;a&quot; &amp; &lt;b&gt;</desc>',
    );
    expect(svg).not.to.match(/style=|fill=|stroke=|#[0-9a-f]{3}/);
  });

  it('is everything in the doc comments that has marbles', () => {
    const blocks = Object.values(textFiles('src', '.ts')).flatMap((source) =>
      fencedBlocks(docComments(source)),
    );
    const diagrams = blocks.filter(({ info, code }) => info === 'text' && /--[a-z]/.test(code));
    expect(diagrams).to.have.lengthOf.at.least(15);
    for (const { code } of diagrams) expect(marbleSvg(code), code).to.be.a('string');
  });

  for (const [name, text] of Object.entries({
    'a list of options':
      '--limit <n>   stop after so many\n--help        this text\n--dry-run     send nothing',
    'a table': 'name   count\n-----  -----\nabc    3',
    'a folder': 'src/walk   the expand recursion\nsrc/model  io-ts, fp-ts',
    'a picture of another kind':
      'rows      |####|\nahead       |----|          no more than the mark',
    'a span of time':
      'page n comes   its token:  |----- tokenLifetime -----|\nvalve          closed -----',
    'dates and words': '2026-01-02   well-known\na-b          x',
    nothing: '\n',
  })) {
    it(`is not seen in ${name}`, () => expect(marbleSvg(text)).to.equal(undefined));
  }

  it('is drawn, or left alone, whatever the text is', () => {
    const line = fc.stringMatching(/^[-a-c1 ()|#[\]^↑<>&"]{0,30}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const svg = marbleSvg(lines.join('\n')) ?? '';
        expect(svg).not.to.match(/NaN|undefined|Infinity/);
        expect(
          svg.replace(/<\/?(svg|desc|rect|line|path|text)( [a-zA-Z\d-]+="[^"<>]*")*>/g, ''),
        ).not.to.match(/[<>]/);
      }),
    );
  });
});
