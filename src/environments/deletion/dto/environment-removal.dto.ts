/** The answer to a deletion. */
export class EnvironmentRemovalDto {
  /** Always true: nothing and nobody can use the environment any more. */
  acknowledged: boolean;
}
