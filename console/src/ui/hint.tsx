import { Tooltip } from '@mantine/core';
import { type SyntheticEvent, useId, useState } from 'react';

/**
 * Explains an element while it is pointed at or focused. Lists have hundreds of such elements, so the floating part exists
 * only while it is shown. Returns what the element needs, and the hint, which is rendered beside it.
 */
export function useHint(label: string) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const id = useId();
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setTarget(currentTarget);
  const hide = () => setTarget(null);
  return {
    target: {
      'aria-describedby': target ? id : undefined,
      onMouseEnter: show,
      onMouseLeave: hide,
      onFocus: show,
      onBlur: hide,
    },
    hint: target && <Tooltip label={<span id={id}>{label}</span>} target={target} opened />,
  };
}
