/** Whether the inbox of an environment works. */
export class InAppStatusDto {
  /** Whether there is an active in-app integration. */
  active: boolean;
}
