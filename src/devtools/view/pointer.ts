export interface Gestures {
  readonly hover: (place: { readonly x: number; readonly y: number } | undefined) => void;
  readonly choose: (x: number, y: number) => void;
  readonly zoom: (factor: number, x: number) => void;
  readonly move: (pixels: number) => void;
}

/** A pointer that moves less than this has clicked. */
const slack = 4;

/** Listens for gestures. A wheel zooms with Ctrl, as a pinch does, and moves through time with Shift; else it scrolls. */
export const listen = (canvas: HTMLCanvasElement, gestures: Gestures): void => {
  let pressed: { readonly x: number; last: number; isDragged: boolean } | undefined;

  canvas.addEventListener('pointerdown', ({ button, offsetX, pointerId }) => {
    if (button !== 0) return;
    pressed = { x: offsetX, last: offsetX, isDragged: false };
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    if (!pressed) {
      gestures.hover({ x: offsetX, y: offsetY });
      return;
    }
    pressed.isDragged ||= Math.abs(offsetX - pressed.x) >= slack;
    if (!pressed.isDragged) return;
    gestures.hover(undefined);
    gestures.move(pressed.last - offsetX);
    pressed.last = offsetX;
  });
  canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
    if (pressed && !pressed.isDragged) gestures.choose(offsetX, offsetY);
    pressed = undefined;
  });
  const leave = (): void => {
    pressed = undefined;
    gestures.hover(undefined);
  };
  canvas.addEventListener('pointercancel', leave);
  canvas.addEventListener('pointerleave', leave);
  canvas.addEventListener(
    'wheel',
    (event) => {
      const { ctrlKey, metaKey, shiftKey, deltaX, deltaY, offsetX } = event;
      const sideways = shiftKey ? deltaX || deltaY : deltaX;
      if (ctrlKey || metaKey)
        gestures.zoom(Math.exp(Math.max(-1, Math.min(1, deltaY / 200))), offsetX);
      else if (Math.abs(sideways) > (shiftKey ? 0 : Math.abs(deltaY))) gestures.move(sideways);
      else return;
      event.preventDefault();
    },
    { passive: false },
  );
};
