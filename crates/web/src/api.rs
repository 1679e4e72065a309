//! The REST API: hints and exact scores for scripts, in the JSON of the command line.

use std::error::Error;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json, Router, routing};
use obverse_answers::Answer;
use obverse_answers::lines::{self, HintLine, SolvedLine};
use obverse_answers::question::{self, Budget, Question, QuestionError};
use obverse_answers::read::{self, Games, ReadFailure, ReadRequest};
use obverse_answers::write::{self, WriteFailure, WriteRequest, Written};
use obverse_engine::score::Kind;
use obverse_engine::{Goal, Report};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_http::timeout::TimeoutError;

use crate::client::Client;
use crate::pool::{Busy, News};
use crate::server::{App, Reason};

/// The description of this API for programs.
const OPENAPI: &str = include_str!("../openapi.json");

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/health", routing::get(health))
        .route("/api/v1/openapi.json", routing::get(description))
        .route("/api/v1/hint", routing::post(hint))
        .route("/api/v1/solve", routing::post(solve))
        .route("/api/v1/read", routing::post(read))
        .route("/api/v1/write", routing::post(write))
}

const fn one() -> usize {
    1
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HintRequest {
    position: String,
    size: Option<usize>,
    level: Option<u8>,
    depth: Option<u32>,
    time: Option<f64>,
    #[serde(default = "one")]
    top: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    position: String,
    size: Option<usize>,
    level: Option<u8>,
    depth: Option<u32>,
    time: Option<f64>,
    #[serde(default = "one")]
    top: usize,
    #[serde(default)]
    wld: bool,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum ApiError {
    #[error("the body: {0}")]
    Body(#[from] BytesRejection),
    #[error("the body is not the JSON that is wanted: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Question(#[from] QuestionError),
    #[error(transparent)]
    Read(#[from] ReadFailure),
    #[error(transparent)]
    Write(#[from] WriteFailure),
    #[error("{busy}; try again in {retry} s")]
    Busy { busy: Busy, retry: u64 },
    #[error("not solved in the time that is allowed")]
    Unsolved,
    #[error("the search failed")]
    Failed,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Body(rejection) if is_late(rejection) => StatusCode::REQUEST_TIMEOUT,
            ApiError::Body(rejection) => rejection.status(),
            ApiError::Json(_) => StatusCode::BAD_REQUEST,
            ApiError::Question(_) | ApiError::Read(_) | ApiError::Write(_) | ApiError::Unsolved => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            ApiError::Busy { busy: Busy::Client(_), .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Busy { busy: Busy::Server(_) | Busy::Ending, .. } => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            ApiError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Whether the deadline had passed before the body was there.
fn is_late(rejection: &BytesRejection) -> bool {
    let first: Option<&(dyn Error + 'static)> = Some(rejection);
    std::iter::successors(first, |&error| error.source()).any(<dyn Error>::is::<TimeoutError>)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let reason = self.to_string();
        let body = Json(json!({ "error": reason }));
        let mut response = (self.status(), Extension(Reason(reason)), body).into_response();
        if let ApiError::Busy { retry, .. } = self {
            response.headers_mut().insert(header::RETRY_AFTER, retry.into());
        }
        response
    }
}

async fn health() -> Json<Value> {
    Json(json!({
        "status": "ok",
        "name": "Obverse",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": obverse_answers::VERSION,
    }))
}

async fn description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// What came with a request; too much of it is refused in JSON too.
type Body = Result<Bytes, BytesRejection>;

async fn hint(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Arc<Client>>,
    body: Body,
) -> Result<Json<Vec<HintLine>>, ApiError> {
    let request: HintRequest = serde_json::from_slice(&body?)?;
    let position = question::position(&request.position, request.size)?;
    let HintRequest { level, depth, time, .. } = request;
    let budget = Budget { level, depth, time, ..Budget::default() };
    let report = search(&app, &client, question::analysis(position, &budget, request.top)?).await?;
    // The position is over: there is no move to hint at.
    let lines = if position.is_over() { Vec::new() } else { lines::hint_lines(&report).collect() };
    Ok(Json(lines))
}

async fn solve(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Arc<Client>>,
    body: Body,
) -> Result<Json<SolvedLine>, ApiError> {
    let request: SolveRequest = serde_json::from_slice(&body?)?;
    let position = question::position(&request.position, request.size)?;
    let SolveRequest { level, depth, time, top, .. } = request;
    let budget = Budget { level, depth, time, ..Budget::default() };
    let goal = if request.wld { Goal::Wld } else { Goal::Exact };
    let report = search(&app, &client, question::solution(position, &budget, top, goal)?).await?;
    if !matches!(report.best().score.kind, Kind::Exact | Kind::Wld) {
        return Err(ApiError::Unsolved);
    }
    Ok(Json(SolvedLine::new(1, &position, goal, &report)))
}

async fn read(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Arc<Client>>,
    body: Body,
) -> Result<Json<Games>, ApiError> {
    let _alone = client.large_message().await;
    let request: ReadRequest = serde_json::from_slice(&body?)?;
    Ok(Json(app.at_once(move || read::read(&request)).await.ok_or(ApiError::Failed)??))
}

async fn write(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Arc<Client>>,
    body: Body,
) -> Result<Json<Written>, ApiError> {
    let _alone = client.large_message().await;
    let request: WriteRequest = serde_json::from_slice(&body?)?;
    Ok(Json(app.at_once(move || write::write(&request)).await.ok_or(ApiError::Failed)??))
}

/// Waits for the answer. A client that goes away drops this, and with it the search.
async fn search(app: &App, client: &Client, question: Question) -> Result<Report, ApiError> {
    let busy = |busy| ApiError::Busy { busy, retry: app.retry_seconds() };
    let mut ticket = app.pool.ask(client.id, question).map_err(busy)?;
    while let Some(news) = ticket.next().await {
        match news {
            News::Answer(Answer::Analysed(report)) => return Ok(report),
            News::Crashed => return Err(ApiError::Failed),
            _ => {}
        }
    }
    Err(ApiError::Failed)
}
