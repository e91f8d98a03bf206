import Cairn
import CairnMixpanel
import Foundation

extension Vendor {
  package static let mixpanelImport = Vendor(
    name: "Mixpanel, import", answers: mixpanelImportAnswers,
    destination: { mixpanel(.import, $0, $1) })

  package static let mixpanelTrack = Vendor(
    name: "Mixpanel, track", answers: mixpanelTrackAnswers,
    destination: { mixpanel(.track, $0, $1) })

  private static func mixpanel(
    _ endpoint: MixpanelDestination.Endpoint, _ server: URL, _ transport: any HTTPTransport
  ) -> MixpanelDestination {
    var destination = MixpanelDestination(
      token: "token-0123456789", endpoint: endpoint, server: server, transport: transport)
    destination.compresses = false
    return destination
  }

  private static let mixpanelImportAnswers: [Answer] =
    [
      Answer(200, #"{"code":200,"num_records_imported":4,"status":"OK"}"#, means: .accepted),
      Answer(
        400,
        """
        {"code":400,"error":"some data points in the request failed validation","failed_records":[
        {"index":1,"$insert_id":"a","field":"properties.time","message":"is invalid"},
        {"index":3,"insert_id":"b","field":"properties.x","message":"is no text"}],
        "num_records_imported":2,"status":"Bad Request"}
        """, takesOthers: true,
        means: .partial(
          refused: [
            1: DeliveryRejection("properties.time: is invalid", status: 400),
            3: DeliveryRejection("properties.x: is no text", status: 400),
          ], again: [])),
      Answer(
        400, #"{"failed_records":[{"index":99}]}"#,
        means: .refused(
          DeliveryRejection(
            "status 400", status: 400, answer: #"{"failed_records":[{"index":99}]}"#))),
      Answer(413, #"{"error":"request exceeds max limit of 2097152 bytes"}"#, means: .split),
    ] + mixpanelStatuses

  private static let mixpanelTrackAnswers: [Answer] =
    [
      Answer(200, "1", means: .accepted),
      Answer(200, #"{"status":1,"error":null}"#, means: .accepted),
      Answer(
        200, "0", means: .refused(DeliveryRejection("none of the records is valid", status: 200))),
      Answer(
        200, #"{"status":0,"error":"token, missing or empty: token-0123456789"}"#,
        means: .refused(DeliveryRejection("token, missing or empty: [hidden]", status: 200))),
      Answer(
        200, #"{"status":0,"error":"bad"}"#, events: 1,
        means: .all(1, DeliveryRejection("bad", status: 200))),
    ] + mixpanelStatuses

  private static let mixpanelStatuses: [Answer] = .tooLarge("too large for Mixpanel") + .standard
}
