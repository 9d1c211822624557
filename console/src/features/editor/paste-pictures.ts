import { cleanHtml } from './paste';

/** A picture that is pasted: to be uploaded, or to be kept at its address. */
export interface PastedPicture {
  /** What is uploaded; undefined for one that is elsewhere. */
  file: File | undefined;
  /** Where it is; empty for one that is uploaded, or cannot be read. */
  address: string;
  alt: string;
}

/** What is pasted while its pictures are asked for. */
export interface PendingPaste {
  html: string;
  /** In the order of the marks in `html`. */
  pictures: PastedPicture[];
}

/** What becomes of a picture: its address and its text; undefined: it is left out. */
export type TakenPicture = { src: string; alt: string } | undefined;

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MARKED = '[data-pasted]';

/** The pictures of what is pasted or dropped. Undefined where there are none to ask for. */
export function pendingOf(data: DataTransfer | null): PendingPaste | undefined {
  const html = cleanHtml(data?.getData('text/html') ?? '');
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const files = [...(data?.files ?? [])].filter(({ type }) => TYPES.includes(type));
  // A copied picture is a file and an address; a copied text may be a picture of itself, too.
  if (files.length > 0 && body.textContent.trim() === '') return ofFiles(files);
  const pictures = [...body.querySelectorAll(MARKED)].map((block): PastedPicture => {
    const { src, alt } = ownOf(block);
    const file = fileOf(src);
    return { file, address: /^data:/i.test(src) ? '' : src, alt };
  });
  return pictures.length > 0 ? { html, pictures } : undefined;
}

/** The HTML with what became of its pictures. */
export function withPictures({ html }: PendingPaste, taken: readonly TakenPicture[]): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  body.querySelectorAll(MARKED).forEach((block, index) => {
    const picture = taken[index];
    if (!picture) return block.remove();
    block.setAttribute('data-own', JSON.stringify({ ...ownOf(block), ...picture }));
    block.removeAttribute('data-pasted');
  });
  return body.innerHTML;
}

function ofFiles(files: readonly File[]): PendingPaste {
  const block = `<div data-block="image" data-pasted="" data-own="{}"></div>`;
  return { html: block.repeat(files.length), pictures: files.map((file) => ({ file, address: '', alt: '' })) };
}

function ownOf(block: Element): { src: string; alt: string } {
  return { src: '', alt: '', ...(JSON.parse(block.getAttribute('data-own') ?? '{}') as object) };
}

/** The picture in a data: address. */
function fileOf(address: string): File | undefined {
  const [, type, content] = /^data:(image\/\w+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (type === undefined || content === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
  } catch {
    return undefined;
  }
}
