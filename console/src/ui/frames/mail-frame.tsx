import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { SandboxedHtml } from '../sandboxed-html';
import { rowOf } from './cut-text';
import { darkSchemeOf, inScheme } from './dark-scheme';
import classes from './frames.module.css';
import type { FrameSearch } from './frame-search';
import { hasForeignPictures } from './foreign-pictures';
import { PicturedMail } from './pictured-mail';
import { Scaled } from './scaled';

interface MailFrameProps {
  /** What it shows, for screen readers. */
  title: string;
  html: string;
  /** Absent for a layout. */
  subject?: string;
  email?: Schemas['PreviewEmailDto'];
  search: FrameSearch;
  /** In which direction its language is written. */
  dir: 'ltr' | 'rtl' | 'auto';
}

/** An email where it is read. */
export function MailFrame({ title, html, subject, email, search: { frame, scheme }, dir }: MailFrameProps) {
  if (frame === 'text' && email)
    return (
      <pre className={classes.text} tabIndex={0} dir={dir} aria-label="Plain text of the email">
        {email.text}
      </pre>
    );
  if (frame === 'list' && email)
    return <InboxList email={email} subject={subject ?? ''} isDark={scheme === 'dark'} dir={dir} />;
  const isDark = scheme === 'dark';
  return (
    <>
      {subject !== undefined && <MailHead subject={subject} email={email} dir={dir} />}
      <MailPage title={title} html={html} isPhone={frame === 'phone'} isDark={isDark} />
      {isDark && darkSchemeOf(html) === 'none' && <p className={classes.note}>{NO_DARK}</p>}
    </>
  );
}

const NO_DARK =
  'This email has no dark colors of its own: mail programs show it as it is, and a few, such as Gmail on an iPhone, invert it.';

function MailHead({ subject, email, dir }: Pick<MailFrameProps, 'email' | 'dir'> & { subject: string }) {
  const { senderName, senderEmail } = email ?? {};
  return (
    <div className={classes.head}>
      {(senderName ?? senderEmail) && (
        <div>
          <span>From: </span>
          {senderName}
          {senderEmail && <span>{senderName ? ` <${senderEmail}>` : senderEmail}</span>}
        </div>
      )}
      <div>
        <span>Subject: </span>
        <bdi dir={dir}>{subject}</bdi>
      </div>
    </div>
  );
}

interface MailPageProps extends Pick<MailFrameProps, 'title' | 'html'> {
  isPhone: boolean;
  isDark: boolean;
}

/** The page is as wide as mail programs draw it, so that its styles for narrow screens apply where they will. */
function MailPage({ title, html, isPhone, isDark }: MailPageProps) {
  const [asked, setAsked] = useState(false);
  const hasPictures = hasForeignPictures(html);
  const Page = asked && hasPictures ? PicturedMail : SandboxedHtml;
  const page = (
    <Page className={classes.page} title={title} html={inScheme(html, isDark)} isDark={isDark} hidesBar={isPhone} />
  );
  const device = isPhone ? (
    <Scaled width={PHONE_WIDTH + 2 * BEZEL} height={660}>
      <div className={classes.phone} style={{ padding: BEZEL }}>
        {page}
      </div>
    </Scaled>
  ) : (
    <Scaled width={DESKTOP_WIDTH + 2 * BORDER} height={640}>
      {page}
    </Scaled>
  );
  return (
    <>
      {device}
      {hasPictures && (
        <Group gap="xs">
          <p className={classes.note}>{asked ? 'Remote images are loaded.' : 'Remote images are not loaded.'}</p>
          {!asked && (
            <Button
              variant="default"
              size="compact-xs"
              title="The servers of the images see that you open them"
              onClick={() => setAsked(true)}
            >
              Load images
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

const DESKTOP_WIDTH = 600;
const PHONE_WIDTH = 360;
const BEZEL = 10;
const BORDER = 1;

const LISTS = { computer: 'On a computer', phone: 'On a phone' } as const;

interface InboxListProps {
  email: Schemas['PreviewEmailDto'];
  subject: string;
  isDark: boolean;
  dir: MailFrameProps['dir'];
}

function InboxList({ email: { senderName, senderEmail, preheader, text }, subject, isDark, dir }: InboxListProps) {
  const sender = senderName ?? senderEmail ?? 'Sender of the integration';
  return (
    <>
      {(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((list) => {
        const row = rowOf(list, subject, preheader ?? text);
        return (
          <figure key={list} className={classes.figure}>
            <figcaption>{LISTS[list]}</figcaption>
            <div className={classes.row} data-list={list} data-dark={isDark || undefined} dir={dir}>
              <strong className={classes.sender}>{sender}</strong>
              <span className={classes.time}>9:41</span>
              <span className={classes.line}>
                <strong>{row.subject}</strong> <span className={classes.soft}>{row.preheader}</span>
              </span>
            </div>
          </figure>
        );
      })}
      {preheader === undefined && (
        <p className={classes.note}>Without a preheader, mail programs show the beginning of the text.</p>
      )}
    </>
  );
}
