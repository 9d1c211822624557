import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { InboxFrameEvent, InboxFrameOptions } from '../../../src/pages/inbox-frame/messages';
import classes from './inbox-frame.module.css';

export type { InboxFrameEvent };

interface InboxFrameProps {
  /** Whose inbox it is, for screen readers. */
  title: string;
  applicationIdentifier: string;
  subscriberId: string;
  firstName?: string;
  /** Called with what happens in the inbox. Always the same function, or the frame is told again whose inbox it shows. */
  onEvent: (event: InboxFrameEvent) => void;
}

/** The official inbox widget, in a document of its own because of the styles that it makes. Another inbox needs another `key`. */
export function InboxFrame({ title, applicationIdentifier, subscriberId, firstName, onEvent }: InboxFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const options: InboxFrameOptions = {
      kind: 'inbox-options',
      applicationIdentifier,
      subscriberId,
      firstName,
      scheme,
    };
    const tell = () => frame.current?.contentWindow?.postMessage(options, window.location.origin);
    const listen = ({ origin, source, data }: MessageEvent<InboxFrameEvent>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      if (data.kind === 'inbox-ready') tell();
      else onEvent(data);
    };
    // For a frame that is there already: the colours have changed.
    tell();
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [applicationIdentifier, subscriberId, firstName, scheme, onEvent]);
  return <iframe ref={frame} className={classes.frame} title={title} src="/console/inbox-frame" />;
}
