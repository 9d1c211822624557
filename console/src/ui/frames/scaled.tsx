import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface ScaledProps {
  /** Its size, in CSS pixels. */
  width: number;
  height: number;
  children: ReactNode;
}

/** Something of a fixed size, made smaller where there is less room. */
export function Scaled({ width, height, children }: ScaledProps) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} style={{ height: height * scale, overflow: 'hidden' }}>
      <div
        style={{
          width,
          height,
          margin: room > width ? '0 auto' : undefined,
          transform: scale < 1 ? `scale(${scale})` : undefined,
          transformOrigin: '0 0',
        }}
      >
        {children}
      </div>
    </div>
  );
}
