import { showWalks } from 'pagewalk/devtools';
import { codeFor } from './codeFor';
import { initial, ranges, type Scheme, schemes, type Settings } from './Settings';
import { startPlay } from './startPlay';

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
};

const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Code in the colours of an editor. */
const highlighted = (text: string): ReadonlyArray<Node | string> =>
  text
    .split(/('[^']*'|\/\/.*|\b(?:import|from|const)\b|\b\d+\b|\b\w+(?=\())/)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const kind = part.startsWith("'")
        ? 'string'
        : part.startsWith('//')
          ? 'comment'
          : /^\d/.test(part)
            ? 'number'
            : '';
      return element(
        'span',
        { class: kind || (/^(?:import|from|const)$/.test(part) ? 'keyword' : 'call') },
        part,
      );
    });

let settings: Settings = initial;
const play = startPlay(() => settings);
const code = find<HTMLElement>('#code');

const change = (changed: Partial<Settings>): void => {
  settings = { ...settings, ...changed };
  code.replaceChildren(...highlighted(codeFor(settings)));
};

const slider = (name: keyof typeof ranges): HTMLElement => {
  const { name: title, unit, min, max, step, isLive } = ranges[name];
  const value = settings[name];
  const input = element('input', {
    type: 'range',
    id: name,
    min: `${min}`,
    max: `${max}`,
    step: `${step}`,
    value: `${value}`,
  });
  const output = element('output', { for: name }, `${value} ${unit}`);
  input.addEventListener('input', () => {
    output.textContent = `${input.value} ${unit}`;
    change({ [name]: Number(input.value) });
  });
  const when = element('small', {}, isLive ? 'at once' : 'from the next walk on');
  return element(
    'div',
    { class: 'slider' },
    element('label', { for: name }, title),
    output,
    input,
    when,
  );
};

const schemeChoice = (): HTMLElement => {
  const options = Object.entries(schemes).map(([value, text]) =>
    element('option', { value }, text),
  );
  const select = element('select', { id: 'scheme' }, ...options);
  select.addEventListener('change', () => {
    change({ scheme: select.value as Scheme });
  });
  return element(
    'div',
    { class: 'slider' },
    element('label', { for: 'scheme' }, 'Paging'),
    element('span', {}),
    select,
  );
};

/** What can go wrong, each with the next request. */
const troubles: ReadonlyArray<
  readonly [name: string, faults: Parameters<typeof play.misbehave>[0]]
> = [
  ['503, once', [{ type: 'unavailable', at: 1 }]],
  ['429, wait 3 s', [{ type: 'throttle', at: 1, retryAfter: 3 }]],
  ['Connection reset', [{ type: 'reset-during', at: 1 }]],
  ['Token expired', [{ type: 'expire-token', at: 1 }]],
  ['No response for 8 s', [{ type: 'delay', ms: 8_000, at: 1 }]],
  ['Not JSON', [{ type: 'html', at: 1 }]],
];

const action = (name: string, act: () => void, className = ''): HTMLElement => {
  const made = element('button', { type: 'button', class: className }, name);
  made.addEventListener('click', act);
  return made;
};

const gauge = find<HTMLElement>('#gauge');
const drawGauge = (): void => {
  const { walks, held } = play.state();
  const mark = settings.highWaterMark * Math.max(1, walks);
  gauge.style.setProperty('--level', `${Math.min(100, (held / Math.max(1, mark * 2)) * 100)}%`);
  const text = `${held} ${held === 1 ? 'object waits' : 'objects wait'} for the consumer`;
  const said = find<HTMLElement>('#held');
  if (said.textContent !== text) said.textContent = text;
};

find('#walks').append(action('Start a walk', play.start, 'main'), action('Stop all', play.stop));
find('#sliders').append(
  ...(Object.keys(ranges) as ReadonlyArray<keyof typeof ranges>).map(slider),
  schemeChoice(),
);
find('#troubles').append(
  ...troubles.map(([name, faults]) =>
    action(name, () => {
      play.misbehave(faults);
    }),
  ),
);
find('#copy').addEventListener('click', () => {
  void navigator.clipboard.writeText(codeFor(settings)).then(() => {
    find('#copied').textContent = 'Copied';
  });
});
change({});
showWalks(play.client, { into: find('#panel'), polite: play.limits });
setInterval(drawGauge, 200);
play.start();
