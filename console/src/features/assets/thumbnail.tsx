import { Text } from '@mantine/core';
import { ownPicture } from '../../ui/own-picture';
import classes from './assets.module.css';
import type { Asset } from './reads';

/** A picture in a frame; of one from elsewhere, its address: the page loads nothing from there. */
export function Thumbnail({ url, alt }: { url: string; alt: string }) {
  const src = ownPicture(url);
  return (
    <span className={classes.frame}>
      {src === undefined ? (
        <Text size="xs" c="dark.7" p={4} className={classes.words} lineClamp={3}>
          {url}
        </Text>
      ) : (
        <img src={src} alt={alt} loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/** Its size, such as `600 × 200, 20 kB`. */
export function sizeOf({ width, height, bytes }: Asset): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return `${width} × ${height}, ${kilobytes.toLocaleString()} kB`;
}
