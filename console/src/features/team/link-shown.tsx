import type { Schemas } from '../../api/client';
import { ShownOnce } from '../../ui/shown-once';
import { Time } from '../../ui/time';

interface LinkShownProps {
  issued: Schemas['IssuedLinkDto'] | undefined;
  title: string;
  /** What a person with the link can do. */
  what: string;
  onClose: () => void;
}

/** A one-time link, to be handed on: by a message, or whatever is safe. Nothing needs a mail server. */
export function LinkShown({ issued, title, what, onClose }: LinkShownProps) {
  return (
    <ShownOnce
      text={issued?.link}
      title={title}
      onClose={onClose}
      note={
        issued &&
        (issued.email.sent
          ? `It was also sent by email through ${issued.email.through}.`
          : `It was not sent: ${issued.email.reason}.`)
      }
    >
      {what} It works once, until <Time at={issued?.expiresAt} />. Hand it to nobody else.
    </ShownOnce>
  );
}
