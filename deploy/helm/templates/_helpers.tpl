{{/* Names and labels; `role` is api or worker. */}}
{{- define "carillon.name" -}}
{{- if contains "carillon" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-carillon" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "carillon.selector" -}}
app.kubernetes.io/name: carillon
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "carillon.labels" -}}
app.kubernetes.io/name: carillon
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "carillon.secret" -}}
{{ .Values.secrets.existing | default (include "carillon.name" .) }}
{{- end }}

{{- define "carillon.claim" -}}
{{ .Values.attachments.existingClaim | default (printf "%s-attachments" (include "carillon.name" .)) }}
{{- end }}

{{/* The Deployment of one role, whose values are `part`. */}}
{{- define "carillon.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "carillon.name" .root }}-{{ .role }}
  labels:
    {{- include "carillon.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not .part.autoscaling.enabled }}
  replicas: {{ .part.replicas }}
  {{- end }}
  # A new process serves before an old one ends.
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "carillon.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "carillon.selector" . | nindent 8 }}
      annotations:
        # Changed settings and secrets start new processes.
        checksum/settings: {{ toJson .root.Values.settings | sha256sum }}
        checksum/secrets: {{ toJson .root.Values.secrets.values | sha256sum }}
        {{- if .root.Values.metrics.enabled }}
        prometheus.io/scrape: 'true'
        prometheus.io/port: {{ .root.Values.metrics.port | quote }}
        prometheus.io/path: /metrics
        {{- end }}
    spec:
      automountServiceAccountToken: false
      # Kubernetes would set CARILLON_PORT and others for a Service of this name.
      enableServiceLinks: false
      # Running work is finished within ten seconds.
      terminationGracePeriodSeconds: 30
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        fsGroup: 1000
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "carillon.selector" . | nindent 14 }}
      containers:
        - name: {{ .role }}
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          envFrom:
            - secretRef:
                name: {{ include "carillon.secret" .root }}
          env:
            - { name: ROLE, value: {{ .role }} }
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: '3000' }
            - { name: LEGACY_PORT, value: '3001' }
            - name: LEGACY_API
              value: {{ gt (int .root.Values.service.legacyPort) 0 | quote }}
            - { name: ATTACHMENTS_DIR, value: /data/attachments }
            - { name: LOG_FORMAT, value: json }
            {{- if .root.Values.metrics.enabled }}
            - name: METRICS_PORT
              value: {{ .root.Values.metrics.port | quote }}
            {{- end }}
            {{- range $name, $value := .root.Values.settings }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - { name: http, containerPort: 3000 }
            {{- if and (eq .role "api") (gt (int .root.Values.service.legacyPort) 0) }}
            - { name: legacy, containerPort: 3001 }
            {{- end }}
            {{- if .root.Values.metrics.enabled }}
            - name: metrics
              containerPort: {{ .root.Values.metrics.port }}
            {{- end }}
          # Migrations of a large store take their time.
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 5
            failureThreshold: 120
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          resources:
            {{- toYaml .part.resources | nindent 12 }}
          volumeMounts:
            - { name: attachments, mountPath: /data/attachments }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: attachments
          persistentVolumeClaim:
            claimName: {{ include "carillon.claim" .root }}
        - name: tmp
          emptyDir: {}
{{- end }}
