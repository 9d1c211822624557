import { useHint } from './hint';

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's time zone; pointing at it or focusing it shows it in UTC. */
export function Time({ at }: { at: string | undefined }) {
  return at === undefined ? null : <KnownTime at={at} />;
}

function KnownTime({ at }: { at: string }) {
  const { target, hint } = useHint(`${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`);
  return (
    <>
      <time {...target} dateTime={at} tabIndex={0} style={{ whiteSpace: 'nowrap' }}>
        {LOCAL.format(new Date(at))}
      </time>
      {hint}
    </>
  );
}
