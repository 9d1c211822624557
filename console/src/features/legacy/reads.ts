import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import type { Place } from '../../ui/paging';

export type Application = Schemas['LegacyApplicationDto'];
export type NotificationType = Schemas['NotificationTypeDto'];
export type LegacyService = Schemas['LegacyServiceDto'];

const PAGE = 25;

/** A page of applications, with where the legacy API is. */
export function applicationList({ after, before }: Place) {
  return read('/v1/legacy/applications', { query: { after, before, limit: PAGE } });
}

/** One application. */
export function application(applicationId: string) {
  return read('/v1/legacy/applications/{applicationId}', { path: { applicationId } });
}

/** A page of the notification types of an application. */
export function typeList(applicationId: string, { after, before }: Place) {
  return read('/v1/legacy/applications/{applicationId}/types', {
    path: { applicationId },
    query: { after, before, limit: PAGE },
  });
}

/** One notification type. */
export function notificationType(applicationId: string, typeIdentifier: string) {
  return read('/v1/legacy/applications/{applicationId}/types/{typeIdentifier}', {
    path: { applicationId, typeIdentifier },
  });
}

/** What an application is called. */
export function nameOf({ name, applicationId }: Pick<Application, 'name' | 'applicationId'>): string {
  return name || applicationId;
}
