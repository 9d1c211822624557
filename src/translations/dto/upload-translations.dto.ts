/** What became of an upload. */
export class UploadTranslationsDto {
  /**
   * Files in the request.
   * @example 2
   */
  totalFiles: number;

  /**
   * Files whose texts were saved.
   * @example 1
   */
  successfulUploads: number;

  /**
   * Files that were left out.
   * @example 1
   */
  failedUploads: number;

  /**
   * Why, file by file.
   * @example ["english.json: the file name must be a locale such as en_US.json"]
   */
  errors: string[];
}
