/** Twice the size on the page: sharp on every screen, and in a document. */
const SCALE = 2;
const XML = new XMLSerializer();
/** What the page's style gives a drawing, which a picture by itself does not have. */
const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
] as const;

/** Buttons that save the drawing whose id their `data-png` holds as a PNG, in the colours in which it is seen. */
export function followPictures(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-png]') : null;
    const drawing = document.getElementById(button?.dataset.png ?? '');
    if (drawing instanceof SVGSVGElement) void save(drawing);
  });
}

async function save(drawing: SVGSVGElement) {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(XML.serializeToString(standalone(drawing)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  const panel = drawing.closest('.panel');
  if (!context || !panel) return;
  context.fillStyle = getComputedStyle(panel).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${drawing.id}.png`;
  link.click();
}

function standalone(drawing: SVGSVGElement): Node {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return copy;
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width * SCALE));
  copy.setAttribute('height', String(height * SCALE));
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    for (const name of COPIED) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}
