import { useMemo } from 'react';
import { diffLines, shorten, type ShownLine } from './line-diff';
import classes from './text-diff.module.css';

interface TextDiffProps {
  /** What is compared, for screen readers. */
  label: string;
  before: string;
  after: string;
}

const SIGNS = { same: ' ', removed: '−', added: '+' };

/** Two texts, line by line, with a sign at each changed line. Equal lines far from changes are left out. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const lines = useMemo(() => shorten(diffLines(before, after)), [before, after]);
  return (
    <div className={classes.frame} role="region" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        // Lines have no identity but their place.
        <Line key={index} line={line} />
      ))}
    </div>
  );
}

function Line({ line }: { line: ShownLine }) {
  if (line.kind === 'left-out')
    return (
      <div className={classes.leftOut}>
        {line.count === 1 ? '1 line is the same' : `${line.count} lines are the same`}
      </div>
    );
  return (
    <div className={classes.line} data-kind={line.kind}>
      <span className={classes.sign}>{SIGNS[line.kind]}</span>
      {line.text}
    </div>
  );
}
