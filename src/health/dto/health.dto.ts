/** State of the process. */
export class HealthDto {
  /**
   * Always `ok`; anything else is an error answer.
   * @example ok
   */
  status: 'ok';
}
