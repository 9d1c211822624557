import { Tooltip } from '@mantine/core';
import { Info as Icon } from 'lucide-react';
import classes from './info.module.css';

/** Help for a field, behind an (i) at the end of its label. It is the description of the field for screen readers, too. */
export function Info({ text }: { text: string }) {
  return (
    <Tooltip label={text} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.info} tabIndex={0} role="img" aria-label={text}>
        <Icon size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}
