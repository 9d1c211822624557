import { useMemo } from 'react';
import { pageNonce } from '../theme';
import { ownPicture } from './own-picture';
import classes from './sandboxed-html.module.css';

interface SandboxedHtmlProps {
  /** What it shows, for screen readers. */
  title: string;
  html: string;
  /** In place of its own size and border. */
  className?: string;
  /** Shown as to a reader who prefers dark colors. */
  isDark?: boolean;
  /** Scrolls without a bar, as on phones: a bar would take some of the width. */
  hidesBar?: boolean;
}

/** HTML that somebody has written, in a frame without scripts, forms and requests: of pictures, those kept here are shown. */
export function SandboxedHtml({ title, html, className = classes.frame, isDark, hidesBar }: SandboxedHtmlProps) {
  const page = useMemo(
    () => withOwnStyles(html, pageNonce(), hidesBar ? ':root { scrollbar-width: none }' : ''),
    [html, hidesBar],
  );
  // Users of the keyboard must be able to scroll in it.
  return (
    <iframe className={className} data-dark={isDark || undefined} title={title} sandbox="" srcDoc={page} tabIndex={0} />
  );
}

const TAG = /<[a-z][^>]*>/gi;

/** The frame would refuse all of these, and report each. */
const REFUSED_ELEMENTS = 'script, iframe, object, embed, link, base, meta, audio, video';
const LOADING_ATTRIBUTES = ['src', 'srcset', 'background', 'poster'];
const CSS_REQUEST = /@import[^;]*;?|url\(\s*(?!['"]?data:)[^)]*\)/gi;

function removeRequests(element: Element): void {
  for (const { name, value } of Array.from(element.attributes)) {
    const own = name === 'src' && element.localName === 'img' ? ownPicture(value) : undefined;
    if (own !== undefined) element.setAttribute('src', own);
    const loads = own === undefined && LOADING_ATTRIBUTES.includes(name) && !value.startsWith('data:');
    if (loads || /^(data-)?on/.test(name)) element.removeAttribute(name);
  }
}

/**
 * The frame has the policy of this page, which allows styles with its nonce only. So style blocks get it, and each `style`
 * of an element becomes a rule of such a block. They and handlers of events are taken away before the text is read, which
 * the policy refuses, too.
 */
function withOwnStyles(html: string, nonce: string, before: string): string {
  const renamed = html.replace(TAG, (tag) =>
    tag.replace(/\s(style\s*=)/gi, ' data-own-$1').replace(/[\s/](on\w+\s*=)/gi, ' data-$1'),
  );
  const page = new DOMParser().parseFromString(renamed.replace(/<(\/?)style\b/gi, '<$1data-style'), 'text/html');
  const scheme = page.querySelector('meta[name=color-scheme]')?.getAttribute('content') ?? '';
  for (const element of page.querySelectorAll(REFUSED_ELEMENTS)) element.remove();
  for (const element of page.querySelectorAll('*')) removeRequests(element);
  for (const link of page.querySelectorAll('[href]')) {
    link.setAttribute('title', link.getAttribute('href')!);
    link.setAttribute('href', '#');
  }
  const rules = [...page.querySelectorAll('[data-own-style]')].map((element, index) => {
    const declarations = element.getAttribute('data-own-style')!.replaceAll(/[{}<]/g, '');
    element.removeAttribute('data-own-style');
    element.setAttribute('data-own', String(index));
    // As strong as what is written in the element itself.
    return `:is(#own#own, [data-own='${index}']) { ${declarations} }`;
  });
  const blocks = [...page.querySelectorAll('data-style')].map((block) => {
    const text = block.textContent;
    block.remove();
    return text;
  });
  const schemes = /^[a-z\s]+$/.test(scheme) ? `:root { color-scheme: ${scheme}; }` : '';
  const styles = [before, schemes, ...blocks, ...rules]
    .join('\n')
    .replaceAll(CSS_REQUEST, 'none')
    .replaceAll('</', '<\\/');
  const written = `<style nonce="${nonce}">${styles}</style>`;
  return `<!doctype html>${written}${page.documentElement.outerHTML}`;
}
