import { useEffect, useMemo, useRef } from 'react';

/** What a document of mails may not have; its policy refuses it, too. */
const REFUSED = 'script, iframe, object, embed, link, base, meta:not([name=color-scheme]), audio, video, form';

const NO_BAR = ':root { scrollbar-width: none }';

/** The HTML with nothing to follow and nothing to run. */
function quiet(html: string, hidesBar: boolean): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(REFUSED)) element.remove();
  for (const link of page.querySelectorAll('[href]')) {
    link.setAttribute('title', link.getAttribute('href')!);
    link.setAttribute('href', '#');
  }
  if (hidesBar) page.head.append(Object.assign(page.createElement('style'), { textContent: NO_BAR }));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

interface PicturedMailProps {
  title: string;
  html: string;
  className?: string;
  isDark: boolean;
  /** Scrolls without a bar, as on phones. */
  hidesBar: boolean;
}

/** An email with the pictures that its author has put elsewhere, in a document that may load them, and nothing else. */
export function PicturedMail({ title, html, className, isDark, hidesBar }: PicturedMailProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useMemo(() => quiet(html, hidesBar), [html, hidesBar]);
  useEffect(() => {
    // The frame has no origin that could be named.
    const tell = () => frame.current?.contentWindow?.postMessage({ html: page }, '*');
    const listen = ({ source, data }: MessageEvent<{ kind?: string }>) => {
      if (source === frame.current?.contentWindow && data.kind === 'mail-ready') tell();
    };
    tell();
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [page]);
  return (
    <iframe
      ref={frame}
      className={className}
      data-dark={isDark || undefined}
      title={title}
      sandbox="allow-scripts"
      src="/console/mail-frame"
      tabIndex={0}
    />
  );
}
