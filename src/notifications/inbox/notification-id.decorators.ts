import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ObjectIdPipe } from '../../platform/ids/object-id.pipe.js';

/** The notification a path names. */
export const NotificationId = (): ParameterDecorator => Param('notificationId', new ObjectIdPipe('Notification'));

/** Its description. */
export const ApiNotificationId = (): MethodDecorator => ApiParam({ name: 'notificationId', type: String });
