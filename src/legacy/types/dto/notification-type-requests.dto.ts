import { MinLength } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';
import { IsTypeIdentifier, IsTypeTemplate, IsWorkflowReference } from './type-fields.decorators.js';

/** A new notification type. Its templates name members of the `metadata` of a notification: `{{name}}`. */
export class CreateNotificationTypeDto {
  /**
   * Your own name of the type, unique in the application: the `type` of a notification.
   * @example order-shipped
   */
  @IsTypeIdentifier()
  identifier: string;

  /**
   * The workflow that delivers it: its identifier, internal id or slug.
   * @example order-shipped
   */
  @IsWorkflowReference()
  workflowId: string;

  /**
   * Liquid template of the text.
   * @example Order {{order}} is on its way
   */
  @MinLength(1)
  @IsTypeTemplate()
  text: string;

  /**
   * Liquid template of the page a click leads to: an http(s) address or a path.
   * @example /orders/{{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  link?: string;

  /**
   * Liquid template of the name of the bundle. Notifications of a user whose bundles have the same name are one bundle.
   * @example order {{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  bundleSegment?: string;
}

/** The fields of a notification type to change; absent ones stay as they are. */
export class UpdateNotificationTypeDto {
  /**
   * The workflow that delivers it: its identifier, internal id or slug.
   * @example order-shipped
   */
  @Optional({ nullable: false })
  @IsWorkflowReference()
  workflowId?: string;

  /**
   * Liquid template of the text.
   * @example Order {{order}} is on its way
   */
  @Optional({ nullable: false })
  @MinLength(1)
  @IsTypeTemplate()
  text?: string;

  /**
   * Liquid template of the page a click leads to. Empty: none.
   * @example /orders/{{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  link?: string;

  /**
   * Liquid template of the name of the bundle. Empty: none.
   * @example order {{order}}
   */
  @Optional({ nullable: false })
  @IsTypeTemplate()
  bundleSegment?: string;
}
