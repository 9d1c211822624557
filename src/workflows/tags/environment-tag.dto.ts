/** A word that workflows of an environment are found by. */
export class EnvironmentTagDto {
  /**
   * The tag.
   * @example orders
   */
  name: string;
}
