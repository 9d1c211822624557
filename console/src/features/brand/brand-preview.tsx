import { Paper, SegmentedControl, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { ownPicture } from '../../ui/own-picture';
import classes from './brand.module.css';
import { type BrandFields, type BrandLook, lookOf } from './reads';

const PREVIEWS = { email: 'Email', page: 'Preference page' } as const;
type Preview = keyof typeof PREVIEWS;

/** What the brand looks like, while it is edited. */
export function BrandPreview({ fields }: { fields: BrandFields }) {
  const [shown, setShown] = useState<Preview>('email');
  const Shown = shown === 'email' ? EmailPreview : PagePreview;
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Preview
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Preview of"
          value={shown}
          data={Object.entries(PREVIEWS).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setShown(value as Preview)}
        />
        <Shown fields={fields} look={lookOf(fields)} />
      </Stack>
    </Paper>
  );
}

interface PreviewProps {
  fields: BrandFields;
  look: BrandLook;
}

function EmailPreview({ fields, look }: PreviewProps) {
  const { font: fontFamily, background, heading, text, link, button, buttonText, radius } = look;
  const { address, unsubscribe } = fields;
  return (
    <div className={classes.mail} style={{ background, color: text, fontFamily }}>
      <Logo fields={fields} />
      <p className={classes.heading} style={{ color: heading }}>
        Welcome, Ada
      </p>
      <p>
        Your account is ready. Read{' '}
        <span className={classes.link} style={{ color: link }}>
          how to begin
        </span>
        , or open it now.
      </p>
      <span className={classes.button} style={{ background: button, color: buttonText, borderRadius: radius }}>
        Open your account
      </span>
      {(address.trim() !== '' || unsubscribe.trim() !== '') && (
        <p className={classes.footer}>
          {address.trim()}
          {unsubscribe.trim() !== '' && (
            <span className={classes.unsubscribe} style={{ color: link }}>
              {unsubscribe}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function PagePreview({ fields, look: { button, buttonText, font: fontFamily, radius } }: PreviewProps) {
  return (
    <div className={classes.mail} style={{ background: '#f5f6f8', color: '#1a1d24', fontFamily }}>
      {fields.name.trim() === '' ? <p>The page shows your brand once it has a name.</p> : <Logo fields={fields} />}
      <p className={classes.heading}>Notification preferences</p>
      <p>Choose what you receive, and where.</p>
      <ul className={classes.choices}>
        <li>Order updates: email, push</li>
        <li>Weekly summary: email</li>
      </ul>
      <span className={classes.button} style={{ background: button, color: buttonText, borderRadius: radius }}>
        Save
      </span>
      {fields.address.trim() !== '' && <p className={classes.footer}>{fields.address.trim()}</p>}
    </div>
  );
}

/** The page loads no logo from elsewhere, so that its name stands for it. */
function Logo({ fields: { logoUrl, name } }: { fields: BrandFields }) {
  const src = ownPicture(logoUrl.trim());
  if (src !== undefined) return <img className={classes.logo} src={src} alt={name.trim() || 'Logo'} />;
  const words = name.trim() || (logoUrl.trim() === '' ? '' : 'Logo');
  return words === '' ? null : <p className={classes.name}>{words}</p>;
}
