import { quoted } from '../../api/curl';
import type { Application, LegacyService, NotificationType } from './reads';

/** What is needed to send a notification of a type. */
interface Call {
  application: Pick<Application, 'applicationId'>;
  type?: Pick<NotificationType, 'identifier' | 'text' | 'link' | 'bundleSegment'>;
  service: Pick<LegacyService, 'port'>;
}

/** A request of the legacy API as a command for a shell. The secret is left to the reader. */
export function callOf({ application, type, service }: Call, { protocol, hostname }: Location): string {
  // Port 0: only the log of the server says which one it is.
  const port = service.port === 0 ? 'PORT' : service.port;
  const metadata = Object.fromEntries(type ? namesOf(type).map((name) => [name, `a value for ${name}`]) : []);
  const body = { type: type?.identifier ?? 'NAME OF A TYPE', externalId: 'ada', metadata };
  return [
    `curl -u "${application.applicationId}:$CARILLON_LEGACY_SECRET"`,
    quoted(`${protocol}//${hostname}:${port}/api/notification`),
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n  ');
}

/** The members of the metadata that templates of a type print, in their order. */
export function namesOf({ text, link, bundleSegment }: Omit<NonNullable<Call['type']>, 'identifier'>): string[] {
  const found = [text, link, bundleSegment].flatMap((template) => [
    ...template.matchAll(/\{\{-?\s*([A-Za-z_][\w-]*)/g),
  ]);
  return [...new Set(found.map(([, name]) => name!))];
}
