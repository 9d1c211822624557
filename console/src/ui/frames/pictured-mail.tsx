import { useEffect, useRef } from 'react';

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
  useEffect(() => {
    // The frame has no origin that could be named.
    const tell = () => frame.current?.contentWindow?.postMessage({ html, hidesBar }, '*');
    const listen = ({ source, data }: MessageEvent<{ kind?: string }>) => {
      if (source === frame.current?.contentWindow && data.kind === 'mail-ready') tell();
    };
    tell();
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [html, hidesBar]);
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
