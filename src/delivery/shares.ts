interface Share {
  turns: number;
  /** A turn was refused that has to be made up for. */
  refused: boolean;
}

/**
 * How many of a worker's slots each environment has: at most `most`, so that one whose deliveries take long, because its
 * providers do, leaves slots to the others.
 */
export class Shares {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly most: number) {}

  /** Begins a turn. False when the environment has as many as it may; then {@link end} says so when one of them ends. */
  begin(environmentId: string): boolean {
    const share = this.shares.get(environmentId) ?? { turns: 0, refused: false };
    if (share.turns >= this.most) {
      share.refused = true;
      return false;
    }
    share.turns += 1;
    this.shares.set(environmentId, share);
    return true;
  }

  /** Ends a turn. Whether one was refused meanwhile, which is told once. */
  end(environmentId: string): boolean {
    const share = this.shares.get(environmentId);
    if (!share) return false;
    const { refused } = share;
    share.turns -= 1;
    share.refused = false;
    if (share.turns === 0) this.shares.delete(environmentId);
    return refused;
  }
}
