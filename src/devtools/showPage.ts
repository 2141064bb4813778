import type { SeenEvent } from './model/SeenEvent';
import { mountWalks } from './view/walksElement';

/** The script of the page that `pagewalk show` serves. The command reads the recordings; the page only draws. */
const show = (): void => {
  const events = new EventSource('events');
  const said = document.querySelector('[role=status]');
  let panel: ReturnType<typeof mountWalks> | undefined;
  events.addEventListener('files', ({ data }: MessageEvent<string>) => {
    const sources = JSON.parse(data) as ReadonlyArray<string>;
    // After a break the command sends everything again.
    if (panel) panel.clear();
    else
      panel = mountWalks(document.querySelector('main') ?? document.body, {
        isRecorded: true,
        sources,
      });
    if (said) said.textContent = '';
  });
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    for (const [source, event] of JSON.parse(data) as ReadonlyArray<readonly [number, SeenEvent]>)
      panel?.add(event, source);
  });
  events.addEventListener('error', () => {
    if (said) said.textContent = 'pagewalk show was stopped, or cannot be reached.';
  });
};

show();
